import worker from '../../src/worker.ts'
import { scheduleOf } from './schedule-entrypoint.ts'

export * from '../../src/worker.ts'
export default worker
export const Schedule = scheduleOf(worker)
