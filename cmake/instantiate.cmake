# Compiles every family of templates (native/boardai/families/*.hpp) for every game (games/*/states.hpp) and for
# Python-written games, one generated source each: they build side by side, and a change recompiles its family only.
# Sets BOARDAI_INSTANTIATIONS.
#
# Searches that are as fast to 1 % by -O2 are compiled by it, which takes a sixth less time than -O3. Others are not: plain
# minimax loses 3 %, proof-number search 2 %, random games up to 5 %; and planes, batches and tables want their loops made
# into vectors.
set(_by_o2 mcts puct pvs self_play)
file(GLOB _families RELATIVE ${PROJECT_SOURCE_DIR}/native CONFIGURE_DEPENDS native/boardai/families/*.hpp)
file(GLOB _states RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS games/*/states.hpp)
set(BOARDAI_INSTANTIATIONS "")
foreach(BOARDAI_FAMILY_HEADER ${_families})
  get_filename_component(_family ${BOARDAI_FAMILY_HEADER} NAME_WE)
  foreach(BOARDAI_STATES_HEADER ${_states} boardai/python/states.hpp)
    get_filename_component(_folder ${BOARDAI_STATES_HEADER} DIRECTORY)
    get_filename_component(_game ${_folder} NAME)
    if(_family STREQUAL "face" AND _game STREQUAL "python")
      continue()
    endif()
    set(_generated ${CMAKE_CURRENT_BINARY_DIR}/instantiate/${_game}_${_family}.cpp)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/instantiate.cpp.in ${_generated} @ONLY)
    list(APPEND BOARDAI_INSTANTIATIONS ${_generated})
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND _family IN_LIST _by_o2)
      set_source_files_properties(${_generated} PROPERTIES COMPILE_OPTIONS -O2)
    endif()
  endforeach()
endforeach()
