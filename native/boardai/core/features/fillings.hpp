#pragma once
// How many small sets of cells are filled, all of them at once.
//
// A tuple's filling is a number in base `codes`, its first cell's contents the highest digit. Adding it up tuple by
// tuple reads every cell of every tuple; but most cells are empty, and empty is the digit 0. So it goes the other way:
// each filled cell adds its digit, times its place's power, to the tuples it is in, sixteen neighbours of the list at a
// time, which is one vector instruction or two.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace boardai {

/// Word: 16 bits where every filling fits into them, else 32.
template <class Word>
class Fillings {
  public:
    static constexpr int chunk = 512;  ///< tuples whose sums are on the stack at a time

    Fillings() = default;
    Fillings(int cells, int codes, const std::vector<std::vector<int>>& tuples)
        : cells_(cells), tuples_(static_cast<int>(tuples.size())) {
        for (int chunk_begin = 0; chunk_begin < tuples_; chunk_begin += chunk) {
            for (int cell = 0; cell < cells_; ++cell) {
                begin_.push_back(static_cast<int>(powers_.size()));
                for (int first = chunk_begin; first < tuples_ && first < chunk_begin + chunk; first += lanes) {
                    Powers powers{};
                    bool any = false;
                    for (int lane = 0; lane < lanes && first + lane < tuples_; ++lane) {
                        Word value = 1;
                        const auto& tuple = tuples[static_cast<std::size_t>(first + lane)];
                        for (std::size_t i = tuple.size(); i-- > 0; value = static_cast<Word>(value * codes)) {
                            if (tuple[i] != cell) continue;
                            powers.of[static_cast<std::size_t>(lane)] = value;
                            any = true;
                        }
                    }
                    if (!any) continue;
                    powers_.push_back(powers);
                    first_.push_back(first - chunk_begin);
                }
            }
        }
        begin_.push_back(static_cast<int>(powers_.size()));
    }

    /// take(first, fillings, number) for tuples in order, some hundred at a time; `filled` are the cells not empty.
    template <class Take>
    void visit(const std::uint8_t* codes, const std::uint16_t* filled, int count, const Take& take) const {
        const int* begin = begin_.data();
        for (int chunk_begin = 0; chunk_begin < tuples_; chunk_begin += chunk, begin += cells_) {
            alignas(32) std::array<Word, chunk> sums{};
            for (int i = 0; i < count; ++i) {
                const auto code = static_cast<Word>(codes[filled[i]]);
                for (int at = begin[filled[i]]; at < begin[filled[i] + 1]; ++at) {
                    Word* place = sums.data() + first_[static_cast<std::size_t>(at)];
                    Lanes sum;
                    Lanes power;
                    std::memcpy(&sum, place, sizeof sum);
                    std::memcpy(&power, powers_[static_cast<std::size_t>(at)].of.data(), sizeof power);
                    sum += power * code;
                    std::memcpy(place, &sum, sizeof sum);
                }
            }
            take(chunk_begin, sums.data(), tuples_ - chunk_begin < chunk ? tuples_ - chunk_begin : chunk);
        }
    }

  private:
    static constexpr int lanes = 16;
    /// An extension of GCC and Clang: left to themselves they unroll the sixteen sums instead of making them one.
    typedef Word Lanes __attribute__((vector_size(lanes * sizeof(Word))));
    /// What a cell's digit counts in sixteen tuples; 0: the cell is not in it. Aligned, so that no row lies in two
    /// lines of the cache: else speed hangs on where the memory happens to be.
    struct alignas(sizeof(Lanes)) Powers {
        std::array<Word, lanes> of;
    };

    int cells_ = 0;
    int tuples_ = 0;
    std::vector<Powers> powers_;
    std::vector<int> first_;  ///< of the tuples of powers_, within their chunk
    std::vector<int> begin_;  ///< by chunk, then cell
};

}  // namespace boardai
