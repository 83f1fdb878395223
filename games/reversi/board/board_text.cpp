// The reader of board files. The format is described in README.md next to this file.

#include <stdexcept>
#include <string_view>

#include "boardai/core/in_quotes.hpp"
#include "games/reversi/board/board.hpp"

namespace boardai::reversi {
namespace {

/// A place in the file, from 1, as an editor shows it.
struct Place {
    std::size_t line;
    std::size_t column;
};

[[noreturn]] void fail(Place place, const std::string& reason) {
    throw std::invalid_argument("board file, line " + std::to_string(place.line) + ", column " +
                                std::to_string(place.column) + ": " + reason);
}

/// Splits into lines, without "\n" or "\r\n"; blank lines at the end of the file are dropped.
std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

/// A line "key: value", split and checked. The value starts after the colon and one or more spaces.
struct HeaderLine {
    std::string_view key;
    std::string_view value;
    std::size_t value_column;
};

HeaderLine split_header(std::string_view line, std::size_t line_number) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto byte = static_cast<unsigned char>(line[i]);
        if (byte < 0x20 || byte == 0x7f) {
            fail({line_number, i + 1}, "control characters do not belong in a header line, got " + shown(line[i]));
        }
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        fail({line_number, 1}, "expected 'name:', 'comment:' or 'to move:', or a blank line before the grid");
    }
    const std::size_t start = line.find_first_not_of(' ', colon + 1);
    if (start == std::string_view::npos) fail({line_number, colon + 2}, "expected a value after the colon");
    const std::size_t last = line.find_last_not_of(' ');
    return {line.substr(0, colon), line.substr(start, last - start + 1), start + 1};
}

/// Reads the header and returns the number of its lines.
std::size_t parse_header(const std::vector<std::string_view>& lines, BoardDescription& description) {
    bool has_name = false;
    bool has_first_player = false;
    std::size_t index = 0;
    for (; index < lines.size() && !lines[index].empty(); ++index) {
        const Place place{index + 1, 1};
        const HeaderLine header = split_header(lines[index], index + 1);
        if (header.key == "comment") continue;
        if (header.key == "name") {
            if (has_name) fail(place, "a second 'name:' line");
            for (std::size_t i = 0; i < header.value.size(); ++i) {
                // A comma would end the value in a game's spec, "reversi:board=...".
                if (header.value[i] == ',' || static_cast<unsigned char>(header.value[i]) > 0x7e) {
                    fail({index + 1, header.value_column + i},
                         "a name is ASCII without commas, got " + shown(header.value[i]));
                }
            }
            has_name = true;
            description.name = header.value;
        } else if (header.key == "to move") {
            if (has_first_player) fail(place, "a second 'to move:' line");
            has_first_player = true;
            if (header.value != "dark" && header.value != "light") {
                fail({index + 1, header.value_column},
                     "expected 'dark' or 'light', got '" + std::string(header.value) + "'");
            }
            description.first_player = header.value == "light" ? 1 : 0;
        } else {
            fail(place, "unknown key " + in_quotes(header.key) + ", expected 'name', 'comment' or 'to move'");
        }
    }
    if (!has_name) fail({index + 1, 1}, "no 'name:' line in the header");
    return index;
}

void parse_row(std::string_view line, std::size_t line_number, BoardDescription& description) {
    if (description.rows.size() == Board::max_side) {
        fail({line_number, 1}, "a board has at most " + std::to_string(Board::max_side) + " rows");
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i == Board::max_side) {
            fail({line_number, i + 1}, "a board has at most " + std::to_string(Board::max_side) + " columns");
        }
        const char c = line[i];
        if (c != empty_character && c != dark_character && c != light_character && c != hole_character) {
            fail({line_number, i + 1},
                 "expected '-' (empty), 'X' (dark), 'O' (light) or '#' (no cell), got " + shown(c));
        }
    }
    if (!description.rows.empty() && line.size() != description.rows.front().size()) {
        const std::size_t common =
            line.size() < description.rows.front().size() ? line.size() : description.rows.front().size();
        fail({line_number, common + 1}, "this row has " + std::to_string(line.size()) + " cells, the first one " +
                                            std::to_string(description.rows.front().size()));
    }
    description.rows.emplace_back(line);
}

}  // namespace

std::string shown(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f) return std::string("'") + c + "'";
    if (c == ' ') return "a space";
    return "byte " + std::to_string(static_cast<int>(byte));
}

BoardDescription parse_board(const std::string& text) {
    const std::vector<std::string_view> lines = split_lines(text);
    BoardDescription description;
    std::size_t index = parse_header(lines, description);
    while (index < lines.size() && lines[index].empty()) ++index;
    if (index == lines.size()) fail({index + 1, 1}, "no grid: the file ends after its header");
    description.grid_line = index + 1;
    bool has_cell = false;
    for (; index < lines.size(); ++index) {
        if (lines[index].empty()) fail({index + 1, 1}, "a blank line inside the grid");
        parse_row(lines[index], index + 1, description);
        has_cell = has_cell || lines[index].find_first_not_of(hole_character) != std::string_view::npos;
    }
    if (!has_cell) fail({description.grid_line, 1}, "the board has no cells");
    return description;
}

}  // namespace boardai::reversi
