#pragma once
// Large zeroed memory that costs nothing until it is written to: for tables.
//
// Pages come from the system itself, which hands each out, zeroed, at the first touch. The heap does so only for a
// process's first large blocks: later ones may be what was freed before, and calloc() then clears all of them, a
// millisecond for 16 MB, before a search of a few nodes begins.
// Large pages are asked for (2 MB, where the system has them): look-ups all over a table of small ones miss the
// processor's cache of page addresses at nearly every one, and every 4 KB of it cost a page fault.

#include <cstddef>

namespace boardai {

class ZeroPages {
  public:
    /// Throws std::bad_alloc if the system has too little memory. Precondition: bytes > 0.
    explicit ZeroPages(std::size_t bytes);
    ZeroPages(const ZeroPages&) = delete;
    ZeroPages& operator=(const ZeroPages&) = delete;
    ~ZeroPages();

    /// All zero again; the memory goes back to the system.
    void clear();
    /// Aligned to a page.
    void* data() const { return pages_; }

  private:
    std::size_t bytes_;
    void* pages_;
};

}  // namespace boardai
