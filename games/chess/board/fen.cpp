// FEN in and out.

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/in_quotes.hpp"
#include "games/chess/board/generate.hpp"
#include "games/chess/board/position.hpp"

namespace boardai::chess {

namespace {

constexpr std::string_view piece_letters = "PNBRQK";
constexpr std::array<std::string_view, 6> field_names = {"piece placement", "side to move",    "castling",
                                                         "en passant",      "half-move clock", "full-move number"};

[[noreturn]] void fail(std::size_t field, const std::string& reason) {
    throw std::invalid_argument("FEN field " + std::to_string(field + 1) + " (" + std::string(field_names[field]) +
                                "): " + reason);
}

std::string letter_name(char letter) {
    if (std::isprint(static_cast<unsigned char>(letter))) return in_quotes({&letter, 1});
    return "character " + std::to_string(static_cast<unsigned char>(letter));
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> fields;
    while (true) {
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        if (text.empty()) return fields;
        const std::size_t end = std::min(text.find(' '), text.size());
        fields.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

void read_placement(Position& position, std::string_view text) {
    int rank = 7;
    int file = 0;
    bool digit_before = false;
    for (char letter : text) {
        const std::string where = "rank " + std::to_string(rank + 1);
        if (letter == '/') {
            if (file != 8) fail(0, where + " has " + std::to_string(file) + " squares, expected 8");
            if (rank == 0) fail(0, "more than 8 ranks");
            --rank;
            file = 0;
            digit_before = false;
        } else if (letter >= '1' && letter <= '8') {
            if (digit_before) fail(0, where + " has two digits in a row");
            digit_before = true;
            file += letter - '0';
            if (file > 8) fail(0, where + " has more than 8 squares");
        } else {
            const auto type = piece_letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(letter))));
            if (type == std::string_view::npos) fail(0, where + " has " + letter_name(letter) + ", no piece or digit");
            if (file == 8) fail(0, where + " has more than 8 squares");
            position.put(std::isupper(static_cast<unsigned char>(letter)) ? white : black, static_cast<int>(type),
                         rank * 8 + file);
            digit_before = false;
            ++file;
        }
    }
    if (rank != 0) fail(0, "expected 8 ranks, got " + std::to_string(8 - rank));
    if (file != 8) fail(0, "rank 1 has " + std::to_string(file) + " squares, expected 8");
}

void read_castling(Position& position, std::string_view text, bool chess960) {
    if (text == "-") return;
    for (char letter : text) {
        const int colour = std::isupper(static_cast<unsigned char>(letter)) ? white : black;
        const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        const int base = colour == white ? 0 : 56;
        const int from = position.king_square(colour);
        const std::string whose = colour == white ? "White" : "Black";
        const Bitboard rooks = position.pieces(colour, rook) & home_rank(colour);
        if (!(home_rank(colour) & bit(from)))
            fail(2, letter_name(letter) + ", but " + whose + "'s king is not on its first rank");
        int square = -1;
        if (upper == 'K' || upper == 'Q') {
            const Bitboard beyond = upper == 'K' ? rooks & ~(bit(from) | (bit(from) - 1)) : rooks & (bit(from) - 1);
            if (!beyond) fail(2, letter_name(letter) + ", but " + whose + " has no rook on that side of the king");
            square = upper == 'K' ? highest(beyond) : lowest(beyond);
        } else if (upper >= 'A' && upper <= 'H') {
            square = base + upper - 'A';
            if (!(rooks & bit(square)))
                fail(2, letter_name(letter) + ", but " + whose + " has no rook on " + square_name(square));
        } else {
            fail(2, "expected '-', KQkq or rook files, got " + letter_name(letter));
        }
        const Bitboard queen_side = home_rank(colour) & (bit(from) - 1);
        const Bitboard same_side = bit(square) & queen_side ? queen_side : home_rank(colour) & ~queen_side;
        if (position.castling & same_side) {
            fail(2, letter_name(letter) + " is a second right of " + whose + " on that side of the king");
        }
        if (!chess960 && (from != base + 4 || (square != base && square != base + 7))) {
            fail(2, letter_name(letter) +
                        " needs the king on the e-file and the rook in the corner; other "
                        "castling is Chess960");
        }
        position.castling |= bit(square);
    }
}

void read_en_passant(Position& position, std::string_view text) {
    if (text == "-") return;
    const int us = position.side;
    const int rank = us == white ? 5 : 2;
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
        fail(3, "expected '-' or a square, got " + in_quotes(text));
    }
    const int square = (text[1] - '1') * 8 + text[0] - 'a';
    if (rank_of(square) != rank) {
        fail(3, std::string(text) + ", but with " + (us == white ? "White" : "Black") + " to move it is on rank " +
                    std::to_string(rank + 1));
    }
    const int pawn_square = square - forward(us);
    const int origin = square + forward(us);
    if (!(position.pieces(opposite(us), pawn) & bit(pawn_square))) {
        fail(3, std::string(text) + ", but no pawn that could have just moved stands on " + square_name(pawn_square));
    }
    if (position.occupied() & (bit(square) | bit(origin))) {
        fail(3, std::string(text) + ", but the pawn's way from " + square_name(origin) + " is not free");
    }
    if (position.halfmove != 0) fail(3, std::string(text) + ", but the half-move clock is not 0 after a pawn's move");
    const bool capturable =
        us == white ? en_passant_possible<white>(position, square) : en_passant_possible<black>(position, square);
    if (capturable) position.en_passant = static_cast<std::uint8_t>(square);
}

std::uint32_t read_counter(std::size_t field, std::string_view text, std::uint32_t lowest_value,
                           std::uint32_t highest_value) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < lowest_value || value > highest_value) {
        fail(field, "expected a number from " + std::to_string(lowest_value) + " to " + std::to_string(highest_value) +
                        ", got " + in_quotes(text));
    }
    return value;
}

char castling_letter(const Position& position, int colour, int square, CastlingStyle style) {
    const int from = position.king_square(colour);
    const bool king_side = square > from;
    const Bitboard rooks = position.pieces(colour, rook) & home_rank(colour);
    const Bitboard farther = king_side ? rooks & ~(bit(square) | (bit(square) - 1)) : rooks & (bit(square) - 1);
    char letter = king_side ? 'K' : 'Q';
    if (style == CastlingStyle::shredder || farther) letter = static_cast<char>('A' + file_of(square));
    return colour == white ? letter : static_cast<char>(std::tolower(letter));
}

std::string castling_field(const Position& position, CastlingStyle style) {
    std::string result;
    for (int colour : {white, black}) {
        // King side first.
        for (Bitboard rooks = position.castling & home_rank(colour); rooks;) {
            const int square = highest(rooks);
            rooks ^= bit(square);
            result += castling_letter(position, colour, square, style);
        }
    }
    return result.empty() ? "-" : result;
}

}  // namespace

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::string Position::defect() const {
    for (int colour : {white, black}) {
        const std::string whose = colour == white ? "White" : "Black";
        const int king_count = count(pieces(colour, king));
        if (king_count != 1) return whose + " has " + std::to_string(king_count) + " kings, expected 1";
        if (count(colours[colour]) > 16) return whose + " has more than 16 pieces";
        if (count(pieces(colour, pawn)) > 8) return whose + " has more than 8 pawns";
    }
    if (pawns & (rank_1 | rank_8)) return "a pawn stands on rank 1 or 8";
    const Position& self = *this;
    const bool exposed = side == white ? attackers<black>(self, king_square(black), occupied()) != 0
                                       : attackers<white>(self, king_square(white), occupied()) != 0;
    if (exposed) return "the side not to move is in check";
    return {};
}

Position parse_fen(std::string_view text, bool chess960) {
    const auto fields = split(text);
    if (fields.size() != 6 && fields.size() != 4) {
        throw std::invalid_argument("FEN: expected 6 fields (or 4, without counters), got " +
                                    std::to_string(fields.size()) + " in " + in_quotes(text, 100));
    }
    Position position;
    read_placement(position, fields[0]);
    if (fields[1] != "w" && fields[1] != "b") fail(1, "expected 'w' or 'b', got " + in_quotes(fields[1]));
    position.side = fields[1] == "w" ? white : black;
    if (const std::string defect = position.defect(); !defect.empty()) fail(0, defect);
    read_castling(position, fields[2], chess960);
    if (fields.size() == 6) {
        position.halfmove = static_cast<std::uint16_t>(read_counter(4, fields[4], 0, max_halfmove));
        position.fullmove = read_counter(5, fields[5], 1, max_fullmove);
    }
    read_en_passant(position, fields[3]);
    position.key = position.compute_key();
    return position;
}

std::string to_fen(const Position& position, CastlingStyle style) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const int square = rank * 8 + file;
            const int type = position.piece_at(square);
            if (type == no_piece) {
                ++empty;
                continue;
            }
            if (empty) text += static_cast<char>('0' + empty);
            empty = 0;
            const char letter = piece_letters[static_cast<std::size_t>(type)];
            text += position.colours[white] & bit(square) ? letter : static_cast<char>(std::tolower(letter));
        }
        if (empty) text += static_cast<char>('0' + empty);
        if (rank) text += '/';
    }
    text += position.side == white ? " w " : " b ";
    text += castling_field(position, style);
    text += ' ';
    text += position.en_passant ? square_name(position.en_passant) : "-";
    text += ' ' + std::to_string(position.halfmove) + ' ' + std::to_string(position.fullmove);
    return text;
}

Position start_position(int number) {
    if (number < 0 || number > 959) {
        throw std::invalid_argument("position: expected a Scharnagl number from 0 to 959, got " +
                                    std::to_string(number));
    }
    // Scharnagl's numbering: bishops by two base-4 digits, the queen by a base-6 digit, the knights by a table,
    // rook, king, rook on what is left.
    std::array<int, 8> pieces;
    pieces.fill(no_piece);
    const auto place = [&pieces](int nth_free, int type) {
        for (auto& piece : pieces) {
            if (piece == no_piece && nth_free-- == 0) {
                piece = type;
                return;
            }
        }
    };
    pieces[static_cast<std::size_t>(2 * (number % 4) + 1)] = bishop;
    number /= 4;
    pieces[static_cast<std::size_t>(2 * (number % 4))] = bishop;
    number /= 4;
    place(number % 6, queen);
    number /= 6;
    constexpr int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    place(knights[number][1], knight);  // the later one first, so that the place of the earlier one stays the same
    place(knights[number][0], knight);
    place(0, rook);
    place(0, king);
    place(0, rook);

    Position position;
    for (int file = 0; file < 8; ++file) {
        const int type = pieces[static_cast<std::size_t>(file)];
        position.put(white, type, file);
        position.put(white, pawn, 8 + file);
        position.put(black, pawn, 48 + file);
        position.put(black, type, 56 + file);
    }
    position.castling = position.rooks();
    position.key = position.compute_key();
    return position;
}

}  // namespace boardai::chess
