"""Compiles the kernels that play needs into one WebAssembly file: python3 dev.py kernels.

numba writes LLVM's intermediate code without optimising it, which would be for this machine; LLVM optimises it for
WebAssembly; wasm-ld (from the zig wheel) links it with the little that kernels need of a runtime. The same sources and
the same versions of all these give the same bytes on every machine. The file ends with the hash of its sources.
"""

import argparse
import ast
import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "kernels"
RUNTIME = Path(__file__).with_name("runtime.c")
PACKAGE = ROOT / "src" / "nimmt"
ENTRIES = PACKAGE / "fast" / "entries.py"
FILE = PACKAGE / "kernels" / "kernels.wasm"
ROOMS = ("fast", "kernels")
ALSO = ("cards.py", "options.py")
"""Where the sources of kernels are: those modules of two packages that the entries import, and two of the engine."""
TOOLS = ("numba", "llvmlite", "numpy", "ziglang")
"""What the bytes depend on besides the sources; the lock pins them."""
SECTION = b"sources"
"""The name of the section that holds the hash; nothing that runs the file looks at it."""
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
STACK = 1 << 20
SIZES = """
define internal void @copy_memory(ptr %to, ptr %from, i64 %size, i1 %volatile) alwaysinline {
  %short = trunc i64 %size to i32
  call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 %short, i1 false)
  ret void
}
define internal void @move_memory(ptr %to, ptr %from, i64 %size, i1 %volatile) alwaysinline {
  %short = trunc i64 %size to i32
  call void @llvm.memmove.p0.p0.i32(ptr %to, ptr %from, i32 %short, i1 false)
  ret void
}
define internal void @fill_memory(ptr %to, i8 %value, i64 %size, i1 %volatile) alwaysinline {
  %short = trunc i64 %size to i32
  call void @llvm.memset.p0.i32(ptr %to, i8 %value, i32 %short, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1 immarg)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1 immarg)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1 immarg)
"""
"""numba's code copies with sizes of 64 bits, which WebAssembly's memory of 32 bits has no instruction for."""


def sources() -> list[Path]:
    """The modules that make up the kernels, what builds them, and the runtime."""
    found, waiting = set[Path](), [ENTRIES]
    while waiting:
        path = waiting.pop()
        if path not in found and path.exists():
            found.add(path)
            waiting += imported(path)
    return sorted([*found, *(PACKAGE / name for name in ALSO), RUNTIME, Path(__file__)])


def imported(path: Path) -> list[Path]:
    """The modules of the two packages that a module imports."""
    modules = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1]
            named = [node.module.replace(".", "/")] if node.module else []
            modules += [folder.joinpath(*named, *more) for more in ((), *((alias.name,) for alias in node.names))]
    return [module.with_suffix(".py") for module in modules if module.parent.name in ROOMS]


def digest() -> bytes:
    """The hash of the sources."""
    parts = [path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() for path in sources()]
    return sha256(b"".join(sha256(part).digest() for part in parts)).digest()


def signed(code: bytes, found: bytes) -> bytes:
    """The file with the hash of its sources at its end, in a section of its own."""
    content = bytes([len(SECTION)]) + SECTION + found
    return code + bytes([0, len(content)]) + content


def digest_in(code: bytes) -> bytes:
    """The hash of the sources that a file was made from; nothing if it has none."""
    end = code[-sha256().digest_size - len(SECTION) :]
    return end[len(SECTION) :] if end.startswith(SECTION) else b""


def compiled(name: str) -> str:
    """The unoptimised code of an entry, in LLVM's language."""
    from numba import void
    from numba.core import types

    from nimmt.fast.entries import ENTRIES
    from nimmt.fast.jit import exact

    made: Any = exact(ENTRIES[name].function)
    made.compile(void(types.int64))
    (found,) = made.overloads.values()
    return str(found.library.get_llvm_str()).replace(found.fndesc.llvm_func_name, name)


def without_optimising() -> None:
    """Make numba leave its code as it writes it: the one place that touches its insides."""
    from numba.core import callconv, codegen

    def keep_layout(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout

    library: Any = codegen.CPUCodeLibrary
    library._optimize_functions = keep_layout
    library._optimize_final_module = lambda _: None
    convention: Any = callconv.CPUCallConv
    told = convention.build_excinfo_struct
    # an error would name the file of numba that raises it, wherever that is installed
    convention.build_excinfo_struct = lambda own, kind, details, _, name: told(own, kind, details, None, name)


def narrowed(code: str, layout: str) -> str:
    """The code for pointers of 32 bits."""
    code = re.sub(r"^declare void @llvm\.mem(cpy|move|set)\.[p0.]+i64\(.*\n", "", code, flags=re.M)
    for intrinsic, ours in (("memcpy.p0", "copy"), ("memmove.p0", "move"), ("memset", "fill")):
        code = code.replace(f"@llvm.{intrinsic}.p0.i64", f"@{ours}_memory")
    code = re.sub(r"((?:load ptr|store ptr)[^\n]*), align 8", r"\1, align 4", code)
    code = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', code, count=1, flags=re.M)
    code = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', code, count=1, flags=re.M)
    return code + SIZES


def optimised(module: Any, machine: Any, llvm: Any) -> None:
    """Run LLVM's passes: first function by function, or loops are not vectorised once they are inlined."""
    for function in module.functions:
        if not function.is_declaration:
            manager, builder = passes(machine, llvm, vectors=False, of_functions=True)
            manager.add_refprune_pass()
            manager.run(function, builder)
    for vectors in (False, True):
        manager, builder = passes(machine, llvm, vectors)
        if not vectors:
            manager.add_loop_rotate_pass()
            manager.add_instruction_combine_pass()
            manager.add_jump_threading_pass()
        manager.add_refprune_pass()
        manager.run(module, builder)


def passes(machine: Any, llvm: Any, vectors: bool, of_functions: bool = False) -> tuple[Any, Any]:
    """LLVM's usual passes; `vectors` lets it also join statements that stand side by side."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = True, vectors
    options.loop_interleaving = options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    return (builder.getFunctionPassManager() if of_functions else builder.getModulePassManager()), builder


def assembled(names: list[str]) -> bytes:
    """The object file of all entries."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")
    without_optimising()
    whole: Any = None
    for name in names:
        print(f"kernels: {name}", flush=True)
        module = llvm.parse_assembly(narrowed(compiled(name), str(machine.target_data)))
        module.verify()
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = llvm.Linkage.internal
    for value in whole.global_variables:
        if not value.is_declaration:
            value.linkage = llvm.Linkage.internal
    print("kernels: optimising", flush=True)
    optimised(whole, machine, llvm)
    return bytes(machine.emit_object(whole))


def linked(code: bytes, names: list[str]) -> bytes:
    """The file that hosts load; what it is made of stays in `build` to be looked at."""
    import ziglang

    FOLDER.mkdir(parents=True, exist_ok=True)
    zig = Path(ziglang.__file__).with_name("zig")
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": "zig", "ZIG_LOCAL_CACHE_DIR": "zig"}

    def run(*command: str) -> None:
        subprocess.run([zig, *command], check=True, cwd=FOLDER, env=environment)

    (FOLDER / "kernels.o").write_bytes(code)
    (FOLDER / RUNTIME.name).write_bytes(RUNTIME.read_bytes())
    run("cc", "-target", "wasm32-freestanding", "-O2", "-c", RUNTIME.name, "-o", "runtime.o")
    layout = ["--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all"]
    run("wasm-ld", *layout, *(f"--export={name}" for name in names), "kernels.o", "runtime.o", "-o", "kernels.wasm")
    return (FOLDER / "kernels.wasm").read_bytes()


def build() -> bytes:
    """Compile all entries."""
    os.environ["NIMMT_CACHE"] = os.devnull  # what numba keeps on disk is optimised for this machine
    from nimmt.kernels.calls import CALLS

    return signed(linked(assembled(list(CALLS)), list(CALLS)), digest())


def main() -> None:
    """Build the file, unless it was made from these sources."""
    parser = argparse.ArgumentParser(prog="dev.py kernels", description="Compile the kernels that play needs.")
    parser.add_argument("--force", action="store_true", help="build even if the sources have not changed")
    parser.add_argument("--out", type=Path, default=FILE, help="where to write (default: %(default)s)")
    chosen = parser.parse_args()
    if not chosen.force and chosen.out.exists() and digest_in(chosen.out.read_bytes()) == digest():
        print("kernels: up to date")
        return
    code = build()
    chosen.out.write_bytes(code)
    print(f"kernels: {chosen.out.name}, {len(code):,} bytes")


if __name__ == "__main__":
    main()
