import { describe, expect, it } from 'vitest'
import { CONFIG_NAMES, parseConfig } from '../../src/bootstrap/config.ts'

function otlpOf(env: Record<string, string>) {
  const config = parseConfig(env)
  return 'problem' in config ? config.problem : config.otlp
}

describe('the configuration of OTLP', () => {
  it('is off unless an endpoint is named', () => {
    expect(otlpOf({})).toBeNull()
    expect(otlpOf({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBeNull()
  })

  it('has the names, defaults and rules of OpenTelemetry', () => {
    expect(otlpOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' })).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      serviceName: 'edge-brain',
      sampler: { byParent: true, ratio: 1 },
      timeoutMs: 10_000,
    })
    const all = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.test/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-a=1=2,',
      OTEL_SERVICE_NAME: 'brain',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(otlpOf(all)).toMatchObject({
      url: 'https://traces.test/in',
      headers: { authorization: 'Basic YTpi', 'x-a': '1=2' },
      serviceName: 'brain',
      sampler: { byParent: false, ratio: 0.25 },
    })
    for (const name of Object.keys(all)) expect(CONFIG_NAMES).toContain(name)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=1%0d%0ab: 2'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['METRICS_REPORT_SECONDS', '600'],
  ])('names %s where it is %s', (name, value) => {
    expect(otlpOf({ [name]: value })).toContain(name)
  })
})
