import worker from '../../src/worker-cloud.ts'
import { scheduleOf } from './schedule-entrypoint.ts'

export * from '../../src/worker-cloud.ts'
export default worker
export const Schedule = scheduleOf(worker)
