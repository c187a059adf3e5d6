import { vi } from 'vitest'

// Files share a worker and its libraries. Each has instances of our modules of its own, because
// these have state.
vi.resetModules()
