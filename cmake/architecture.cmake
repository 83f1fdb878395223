# Which processors the library runs on: x86-64-v3 (AVX2, BMI2: about 2013 and later) where the building
# machine has it, else the compiler's portable baseline. boardai/native.py reads build_info.json and refuses
# to load a library that this processor cannot run.
set(_boardai_arch "${BOARDAI_ARCH}")
if(_boardai_arch STREQUAL "auto")
  set(_boardai_arch "portable")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo _flags REGEX "^flags" LIMIT_COUNT 1)
    set(_boardai_arch "x86-64-v3")
    foreach(_flag avx avx2 bmi1 bmi2 f16c fma abm movbe)
      if(NOT _flags MATCHES " ${_flag}( |$)")
        set(_boardai_arch "portable")
      endif()
    endforeach()
  endif()
endif()

if(_boardai_arch STREQUAL "portable")
  set(BOARDAI_ARCH_FLAGS "")
elseif(_boardai_arch STREQUAL "x86-64-v3")
  set(BOARDAI_ARCH_FLAGS -march=x86-64-v3)
elseif(_boardai_arch STREQUAL "native")
  set(BOARDAI_ARCH_FLAGS -march=native)
else()
  message(FATAL_ERROR "BOARDAI_ARCH must be auto, x86-64-v3, portable or native, not '${BOARDAI_ARCH}'")
endif()
message(STATUS "boardai: building for ${_boardai_arch}")

# What `native` means is this machine's own set of flags; it is recorded so that another machine is refused.
set(_boardai_cpu_flags "")
if(_boardai_arch STREQUAL "native" AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo _boardai_cpu_flags REGEX "^flags" LIMIT_COUNT 1)
  string(REGEX REPLACE "^flags[^:]*: *" "" _boardai_cpu_flags "${_boardai_cpu_flags}")
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/build_info.json
  "{\"architecture\": \"${_boardai_arch}\", \"cpu_flags\": \"${_boardai_cpu_flags}\", \"compiler\": \"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\", \"version\": \"${SKBUILD_PROJECT_VERSION}\"}\n")
