#include "boardai/core/machine/zero_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace boardai {

namespace {

/// At `place`, instead of the pages there; null: anywhere.
void* fresh_pages(void* place, std::size_t bytes) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (place != nullptr ? MAP_FIXED : 0);
    void* const pages = mmap(place, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    // A wish: what becomes of it does not matter.
    madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}

}  // namespace

ZeroPages::ZeroPages(std::size_t bytes) : bytes_(bytes), pages_(fresh_pages(nullptr, bytes)) {}

ZeroPages::~ZeroPages() { munmap(pages_, bytes_); }

void ZeroPages::clear() { fresh_pages(pages_, bytes_); }

}  // namespace boardai
