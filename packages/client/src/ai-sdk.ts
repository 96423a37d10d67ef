export { createMemoryMiddleware, type MemoryMiddlewareOptions } from './ai-sdk/memory-middleware.ts'
export { createMemoryTools, type MemoryToolsOptions } from './ai-sdk/memory-tools.ts'
