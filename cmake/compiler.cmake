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
  # native/ for "boardai/...", the root for "games/<name>/...": the same spellings as in an installed package.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/native ${PROJECT_SOURCE_DIR})
endfunction()
