#pragma once
#define BOARDAI_INSTANTIATE_SEARCHES(...)
