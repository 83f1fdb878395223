#include "boardai/search/pvs/margins.hpp"

#include <stdexcept>

namespace boardai {

#ifdef BOARDAI_TUNE
PvsMargins pvs_margins;

PvsMargins& tuned_margins() { return pvs_margins; }
#else
PvsMargins& tuned_margins() {
    throw std::logic_error("the margins of pvs are constants in this build; build with -D BOARDAI_TUNE=ON to set them");
}
#endif

}  // namespace boardai
