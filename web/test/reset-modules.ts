import { vi } from 'vitest'

// Files share a worker and its libraries. Each has its own instance of our modules, and their state.
vi.resetModules()
