#pragma once
// Reading and writing little-endian binary data, the same on every machine. Reading past the end is an error with
// the place named, never undefined behaviour.

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace boardai {

/// 64-bit FNV-1a (Fowler, Noll, Vo): finds damaged files; no protection against forgery.
inline std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    return hash;
}

class ByteWriter {
  public:
    explicit ByteWriter(std::string& out) : out_(out) {}

    void u8(std::uint8_t value) { write(value, 1); }
    void u16(std::uint16_t value) { write(value, 2); }
    void u32(std::uint32_t value) { write(value, 4); }
    void u64(std::uint64_t value) { write(value, 8); }
    void i8(std::int8_t value) { write(static_cast<std::uint8_t>(value), 1); }
    void i32(std::int32_t value) { write(static_cast<std::uint32_t>(value), 4); }
    void f32(float value) { write(std::bit_cast<std::uint32_t>(value), 4); }
    /// Length (u32), then the bytes.
    void text(std::string_view bytes) {
        u32(static_cast<std::uint32_t>(bytes.size()));
        out_.append(bytes);
    }
    /// Bytes without a length.
    void raw(std::string_view bytes) { out_.append(bytes); }

  private:
    void write(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> (8 * i) & 0xff));
    }
    std::string& out_;
};

class ByteReader {
  public:
    /// `what` begins every error message: "games file, record 3". Both must outlive the reader.
    ByteReader(std::string_view bytes, const std::string& what) : bytes_(bytes), what_(what) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(read(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(read(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(read(4)); }
    std::uint64_t u64() { return read(8); }
    std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
    float f32() { return std::bit_cast<float>(u32()); }
    std::string_view text() { return raw(u32()); }
    std::string_view raw(std::size_t size) {
        if (size > left())
            fail("truncated: " + std::to_string(size) + " bytes expected, " + std::to_string(left()) + " left");
        const std::string_view result = bytes_.substr(position_, size);
        position_ += size;
        return result;
    }
    /// A number of items that follow, of at least `item_size` bytes each: checked before memory is set aside.
    std::uint32_t count(std::size_t item_size) {
        const std::uint32_t items = u32();
        if (items > left() / item_size) fail("truncated: " + std::to_string(items) + " items expected");
        return items;
    }

    std::size_t left() const { return bytes_.size() - position_; }
    std::size_t position() const { return position_; }
    [[noreturn]] void fail(const std::string& reason) const { throw std::invalid_argument(what_ + ": " + reason); }

  private:
    std::uint64_t read(int size) {
        const std::string_view part = raw(static_cast<std::size_t>(size));
        std::uint64_t value = 0;
        for (int i = 0; i < size; ++i) {
            value |= std::uint64_t{static_cast<unsigned char>(part[static_cast<std::size_t>(i)])} << (8 * i);
        }
        return value;
    }

    std::string_view bytes_;
    const std::string& what_;
    std::size_t position_ = 0;
};

}  // namespace boardai
