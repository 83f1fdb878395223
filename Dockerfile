# README's commands in a clean Debian: `docker build -t boardai .` installs boardai and runs its tests,
# `docker build -t boardai --target installed .` only installs it.
FROM debian:12-slim AS installed
WORKDIR /boardai
RUN apt-get update && apt-get install -y g++ python3-dev python3-venv libseccomp2
COPY . .
RUN python3 -m venv .venv && . .venv/bin/activate && pip install '.[test]'
ENV PATH=/boardai/.venv/bin:$PATH
CMD ["python", "-m", "boardai.train", "chess"]

FROM installed AS tested
RUN pytest -n 2 --dist loadfile
