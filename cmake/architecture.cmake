# Which processors the library is built for: x86-64-v3 (AVX2, BMI2: about 2013 and later) where the building machine has
# it, else the compiler's portable baseline. `both` builds both, for a wheel that goes to other machines. Each library
# lies in a folder named after its architecture with its build_info.json, by which boardai/library.py chooses among
# those that this processor can run.
#
# Sets BOARDAI_ARCHITECTURES.
set(BOARDAI_ARCHITECTURES "${BOARDAI_ARCH}")
if(BOARDAI_ARCH STREQUAL "auto")
  set(BOARDAI_ARCHITECTURES "portable")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo _flags REGEX "^flags" LIMIT_COUNT 1)
    set(BOARDAI_ARCHITECTURES "x86-64-v3")
    foreach(_flag avx avx2 bmi1 bmi2 f16c fma abm movbe)
      if(NOT _flags MATCHES " ${_flag}( |$)")
        set(BOARDAI_ARCHITECTURES "portable")
      endif()
    endforeach()
  endif()
elseif(BOARDAI_ARCH STREQUAL "both")
  set(BOARDAI_ARCHITECTURES "portable" "x86-64-v3")
elseif(NOT BOARDAI_ARCH MATCHES "^(portable|x86-64-v3|native)$")
  message(FATAL_ERROR "BOARDAI_ARCH must be auto, x86-64-v3, portable, native or both, not '${BOARDAI_ARCH}'")
endif()
message(STATUS "boardai: building for ${BOARDAI_ARCHITECTURES}")

# Makes a target's code for this architecture's processors.
function(boardai_build_for target architecture)
  if(NOT architecture STREQUAL "portable")
    target_compile_options(${target} PRIVATE -march=${architecture})
  endif()
endfunction()

# Sources that are compiled for one kind of processor each, whatever the rest is built for: what runs is chosen when the
# program does. A multiplication and an addition may become one operation there; the results are a network's, not a search's.
function(boardai_processor_sources)
  set(_network ${PROJECT_SOURCE_DIR}/native/boardai/network)
  set_source_files_properties(${_network}/winograd_whole_portable.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  set(_avx2 -mavx2 -mfma -fno-signed-zeros)
  set(_avx512 ${_avx2} -mavx512f -mavx512vl -mavx512bw -mavx512dq -mavx512cd -mprefer-vector-width=512)
  set(_whole_avx2 ${_avx2})
  set(_whole_avx512 ${_avx512})
  set(_whole_vnni ${_avx512} -mavx512vnni)
  foreach(_kind avx2 avx512 whole_avx2 whole_avx512 whole_vnni)
    set_source_files_properties(${_network}/winograd_${_kind}.cpp PROPERTIES
      COMPILE_OPTIONS "-ffp-contract=fast;${_${_kind}}" SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# Writes what boardai/library.py reads of a library.
function(boardai_write_build_info file architecture)
  # What `native` means is this machine's own set of flags; it is recorded so that another machine is refused.
  set(_cpu_flags "")
  if(architecture STREQUAL "native" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo _cpu_flags REGEX "^flags" LIMIT_COUNT 1)
    string(REGEX REPLACE "^flags[^:]*: *" "" _cpu_flags "${_cpu_flags}")
  endif()
  file(WRITE ${file}
    "{\"architecture\": \"${architecture}\", \"cpu_flags\": \"${_cpu_flags}\", \"compiler\": \"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\", \"version\": \"${SKBUILD_PROJECT_VERSION}\"}\n")
endfunction()
