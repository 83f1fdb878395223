# The compiler we need, said in one line when it is missing, and the options every target shares.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "boardai needs g++ 12 or newer, found ${CMAKE_CXX_COMPILER_VERSION}: apt install g++-12 and set CXX=g++-12")
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
  message(FATAL_ERROR "boardai needs clang 15 or newer, found ${CMAKE_CXX_COMPILER_VERSION}")
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

function(boardai_target_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  # No fused multiply-add: fast and portable builds then give the same search results, bit for bit.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -ffp-contract=off)
  # Nobody replaces a function of the library by one of his own: calls within a source may be inlined.
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  if(BOARDAI_TUNE)
    target_compile_definitions(${target} PUBLIC BOARDAI_TUNE)
  endif()
  # native/ for "boardai/...", the root for "games/<name>/...": the same spellings as in an installed package.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/native ${PROJECT_SOURCE_DIR})
endfunction()

# The standard headers that nearly every unit reads are parsed once.
function(boardai_precompile_standard_headers target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstddef> <cstdint>
    <cstring> <limits> <memory> <numeric> <optional> <stdexcept> <string> <string_view> <thread> <utility> <vector>)
endfunction()

# The library alone: what makes its compilation cheap (cmake/measure_build.py measures it).
function(boardai_cheaper_units target)
  boardai_precompile_standard_headers(${target})
  # Sources of the core that are no templates are small: up to eight of a folder make a unit. The tests compile each by
  # itself, so that each includes what it needs. Those of games stay apart: chess's random games lost 2 % in company.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(_source ${BOARDAI_NATIVE_SOURCES})
    get_filename_component(_folder ${_source} DIRECTORY)
    file(RELATIVE_PATH _folder ${PROJECT_SOURCE_DIR} ${_folder})
    string(MAKE_C_IDENTIFIER ${_folder} _folder)
    list(APPEND _sources_${_folder} ${_source})
    list(LENGTH _sources_${_folder} _count)
    math(EXPR _unit "(${_count} - 1) / 8")
    set_source_files_properties(${_source} PROPERTIES UNITY_GROUP ${_folder}_${_unit})
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The compiler's memory may grow by a third, not to the double, before it looks for what is no longer needed.
    target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-expand=30")
  endif()
endfunction()
