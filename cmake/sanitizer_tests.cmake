# The core under AddressSanitizer and UndefinedBehaviorSanitizer, or under ThreadSanitizer: cmake -DBOARDAI_TESTS=ON, then
# ctest.
# No Python here: everything but the Python glue (native/boardai/python) is compiled in, once, and every native/tests/*/*_test.cpp becomes a program of its own that fails by its exit code.
enable_testing()
find_package(Threads REQUIRED)

# Tests set margins of their own.
set(BOARDAI_TUNE ON)

list(GET BOARDAI_ARCHITECTURES -1 _architecture)
list(FILTER BOARDAI_NATIVE_SOURCES EXCLUDE REGEX "/native/boardai/python/")

# Some programs check far more when they are called as `NAME_test thorough`, for which sanitizers are too slow. With
# `thread` only programs that speak of threads are built, and further ones (native/tests/threads).
set(BOARDAI_SANITIZERS "address,undefined" CACHE STRING "In the tests, sanitizers; OFF: without them, optimised")
set_property(CACHE BOARDAI_SANITIZERS PROPERTY STRINGS "address,undefined" thread OFF)

# Compiling takes most of the time, and -Og a third less of it than -O1.
set(_sanitize -g1 -Og -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS -UNDEBUG
  -fsanitize=${BOARDAI_SANITIZERS} -fno-sanitize-recover=all -Werror)
# A check of every pointer before every access takes a third of the compiler's time, and AddressSanitizer sees most of what
# it would.
option(BOARDAI_CHECK_POINTERS "In the tests, check pointers for null, alignment and size too" OFF)
if(NOT BOARDAI_CHECK_POINTERS)
  list(APPEND _sanitize -fno-sanitize=null,alignment,object-size,vptr)
endif()
set(_linked -fsanitize=${BOARDAI_SANITIZERS})
if(NOT BOARDAI_SANITIZERS)
  set(_sanitize -O2 -UNDEBUG)  # g++ warns of its own library then
  set(_linked)
endif()

# clang's libFuzzer drives native/tests/fuzz/*_fuzz.cpp by what they reach; without it mutations alone do.
option(BOARDAI_FUZZER "In the tests, fuzzing programs are driven by libFuzzer: clang alone has it" OFF)
if(BOARDAI_FUZZER)
  list(APPEND _sanitize -fsanitize=fuzzer-no-link)
  list(REMOVE_ITEM _sanitize -Werror)  # the tests' compiler is g++, whose warnings are the ones that count
endif()

add_library(boardai_core STATIC ${CMAKE_CURRENT_LIST_DIR}/empty.cpp ${BOARDAI_NATIVE_SOURCES} ${BOARDAI_GAME_SOURCES})
boardai_target_options(boardai_core)
boardai_build_for(boardai_core ${_architecture})
target_compile_options(boardai_core PRIVATE ${_sanitize})
# Programs and library alike: what is precompiled for one is not for the other.
set_target_properties(boardai_core PROPERTIES POSITION_INDEPENDENT_CODE OFF)
# The thorough build does without, so that a source that forgets to include what it needs is found.
if(NOT BOARDAI_CHECK_POINTERS)
  boardai_precompile_standard_headers(boardai_core)
endif()

# A program that fails by its exit code, linked with the core: the source and others that it needs.
function(boardai_test_program _name)
  add_executable(${_name} ${ARGN})
  boardai_target_options(${_name})
  set_target_properties(${_name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  boardai_build_for(${_name} ${_architecture})
  target_compile_options(${_name} PRIVATE ${_sanitize})
  if(NOT BOARDAI_CHECK_POINTERS)
    target_precompile_headers(${_name} REUSE_FROM boardai_core)
  endif()
  target_link_libraries(${_name} PRIVATE boardai_core Threads::Threads)
  target_link_options(${_name} PRIVATE ${_linked})
endfunction()

file(GLOB _tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/native/tests/*/*_test.cpp)
foreach(_source ${_tests})
  file(STRINGS ${_source} _threads REGEX "threads")
  if(BOARDAI_SANITIZERS STREQUAL "thread" AND NOT _threads)
    continue()
  elseif(_source MATCHES "/native/tests/threads/" AND NOT BOARDAI_SANITIZERS STREQUAL "thread")
    continue()
  endif()
  get_filename_component(_name ${_source} NAME_WE)
  boardai_test_program(${_name} ${_source})
  add_test(NAME ${_name} COMMAND ${_name})
endforeach()

if(BOARDAI_SANITIZERS STREQUAL "thread")
  return()
endif()

set(_fuzzing ${PROJECT_SOURCE_DIR}/native/tests/fuzz)
file(GLOB _fuzzed CONFIGURE_DEPENDS ${_fuzzing}/*_fuzz.cpp)
foreach(_source ${_fuzzed})
  get_filename_component(_name ${_source} NAME_WE)
  if(BOARDAI_FUZZER)
    boardai_test_program(${_name} ${_source} ${_fuzzing}/guided_mutations.cpp)
    target_link_options(${_name} PRIVATE -fsanitize=fuzzer)
  else()
    boardai_test_program(${_name} ${_source} ${_fuzzing}/mutating_main.cpp)
    add_test(NAME ${_name} COMMAND ${_name})
  endif()
endforeach()
