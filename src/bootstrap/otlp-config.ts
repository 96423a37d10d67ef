import * as z from 'zod/mini'
import type { Sampler } from '../runtime/trace-context.ts'
import { choice, number, text, webUrl } from './variable.ts'

const SAMPLERS = [
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
  ...(['always_on', 'always_off', 'traceidratio'] as const),
] as const

/** `name=value,name=value`, values percent-encoded, as OpenTelemetry writes them. */
function parseHeaders(list: string): Record<string, string> | null {
  try {
    const pairs = list.split(',').flatMap((pair) => {
      if (pair.trim() === '') return []
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/s.exec(pair) ?? []
      const decoded = decodeURIComponent(value!.trim())
      if (!name || /[\r\n\0]/.test(decoded)) throw new Error(pair)
      return [[name.toLowerCase(), decoded] as const]
    })
    return Object.fromEntries(pairs)
  } catch {
    return null
  }
}

/** OpenTelemetry's own names; where no endpoint is named, nothing is recorded and nothing leaves. */
export const otlpVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    z
      .string()
      .check(
        z.refine((list) => parseHeaders(list) !== null, 'must be like name=value,name=value, values percent-encoded'),
      ),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: number(10_000, 100, 25_000),
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_SAMPLER: choice(SAMPLERS),
  OTEL_TRACES_SAMPLER_ARG: number(1, 0, 1),
}

type OtlpValues = z.output<z.ZodMiniObject<typeof otlpVariables>>

export interface OtlpConfig {
  /** The whole address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: Sampler
  readonly timeoutMs: number
}

/** null: nobody wants spans. */
export function otlpOf(values: OtlpValues): OtlpConfig | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!url) return null
  const sampler = values.OTEL_TRACES_SAMPLER
  const kind = sampler.replace('parentbased_', '')
  return {
    url,
    headers: parseHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    serviceName: values.OTEL_SERVICE_NAME ?? 'edge-brain',
    sampler: {
      byParent: sampler !== kind,
      ratio: kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : values.OTEL_TRACES_SAMPLER_ARG,
    },
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
  }
}
