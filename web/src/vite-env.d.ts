/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "*.toml" {
  const catalogue: import("./lib/words.svelte").Catalogue;
  export default catalogue;
}
