#pragma once
// Reads texts like "tuples:straight=3,snakes=20": a feature set's name and its whole-numbered options.

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace boardai {

class FeatureSpec {
  public:
    /// Throws std::invalid_argument naming the part that is not understood.
    explicit FeatureSpec(const std::string& text);

    const std::string& name() const { return name_; }
    /// The option's value, or what it is without being named. Throws std::invalid_argument outside [least, most].
    int option(const std::string& key, int usual, int least, int most);
    /// After all option() calls: throws std::invalid_argument if the text names another option.
    void finish() const;
    /// The text with every option asked for written out.
    std::string text() const;

  private:
    std::string name_;
    std::map<std::string, int> given_;
    std::vector<std::pair<std::string, int>> asked_;
};

}  // namespace boardai
