#pragma once
#define BOARDAI_EXTERN_SEARCHES(...)
