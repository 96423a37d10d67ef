/** The month that operations are booked in: UTC, "2026-11". */
export const monthOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7)
