// The whole state as bytes: a header, the FEN, the past moves (for the planes) and the keys (for repetitions).
//
//   byte 0      format version, 1
//   byte 1      bit 0: Chess960, bit 1: draws by claim, bits 2 to 4: 7 less the earlier positions that planes show,
//               bit 5: attacks are shown, bit 6: planes and policy are Leela Chess Zero's
//   byte 2      occurrences of the position
//   byte 3      number of past moves
//   byte 4      number of keys
//   byte 5      length of the FEN, which follows
//   then        past moves, 8 bytes each, latest first; keys, 8 bytes each, little-endian, oldest first

#include <stdexcept>

#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

constexpr std::size_t header_size = 6;
constexpr char version = 1;
constexpr int attacks_flag = 32;
constexpr int lc0_flag = 64;

[[noreturn]] void fail(const std::string& reason) { throw std::invalid_argument("packed chess state: " + reason); }

int byte_at(const std::string& bytes, std::size_t index) { return static_cast<unsigned char>(bytes[index]); }

}  // namespace

std::string State::pack() const {
    const std::string fen = to_fen(position_);
    std::string bytes;
    bytes += version;
    bytes += static_cast<char>((chess960_ ? 1 : 0) | (claim_draws_ ? 2 : 0) | (history_length - history_) << 2 |
                               (attacks_ ? attacks_flag : 0) | (lc0_ ? lc0_flag : 0));
    bytes += static_cast<char>(occurrences_);
    bytes += static_cast<char>(past_count_);
    bytes += static_cast<char>(key_count_);
    bytes += static_cast<char>(fen.size());
    bytes += fen;
    for (int step = 0; step < past_count_; ++step) {
        const PastMove& past = past_[step];
        for (std::uint8_t part : {past.from, past.to, past.type, past.captured, past.promotion, past.kind,
                                  past.en_passant_before, past.repeated_before}) {
            bytes += static_cast<char>(part);
        }
    }
    for (std::uint32_t i = 0; i < key_count_; ++i) {
        for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(keys_[i] >> shift & 0xff);
    }
    return bytes;
}

State State::unpack(const std::string& bytes) {
    if (bytes.size() < header_size) fail("too short");
    if (bytes[0] != version) fail("unknown version " + std::to_string(byte_at(bytes, 0)));
    const int flags = byte_at(bytes, 1);
    const int occurrences = byte_at(bytes, 2);
    const auto past_count = static_cast<std::size_t>(byte_at(bytes, 3));
    const auto key_count = static_cast<std::size_t>(byte_at(bytes, 4));
    const auto fen_size = static_cast<std::size_t>(byte_at(bytes, 5));
    const int history = history_length - (flags % attacks_flag >> 2);
    if (flags >= 2 * lc0_flag || past_count > static_cast<std::size_t>(history) || key_count > max_halfmove)
        fail("malformed header");
    if (bytes.size() != header_size + fen_size + 8 * (past_count + key_count)) fail("wrong length");
    const bool chess960 = (flags & 1) != 0;
    State state(parse_fen(std::string_view(bytes).substr(header_size, fen_size), chess960), chess960, (flags & 2) != 0);
    if (key_count > state.position_.halfmove) fail("more positions to repeat than reversible moves");

    Position before = state.position_;
    std::size_t at = header_size + fen_size;
    for (std::size_t step = 0; step < past_count; ++step) {
        PastMove& past = state.past_[step];
        for (std::uint8_t* part : {&past.from, &past.to, &past.type, &past.captured, &past.promotion, &past.kind,
                                   &past.en_passant_before, &past.repeated_before}) {
            *part = static_cast<std::uint8_t>(bytes[at++]);
        }
        if (!take_back(before, past)) fail("past moves do not lead to the position");
    }
    state.history_ = static_cast<std::uint8_t>(history);
    state.attacks_ = (flags & attacks_flag) != 0;
    state.lc0_ = (flags & lc0_flag) != 0;
    state.past_count_ = static_cast<std::uint8_t>(past_count);
    int seen = 1;
    for (std::size_t i = 0; i < key_count; ++i) {
        std::uint64_t key = 0;
        for (int shift = 0; shift < 64; shift += 8) key |= static_cast<std::uint64_t>(byte_at(bytes, at++)) << shift;
        state.keys_[i] = key;
        seen += key == state.position_.key;
    }
    state.key_count_ = static_cast<std::uint32_t>(key_count);
    if (occurrences != seen) fail("occurrences do not agree with the positions");
    state.occurrences_ = static_cast<std::uint8_t>(occurrences);
    return state;
}

}  // namespace boardai::chess
