import type { Counts } from '../ports/memory-store.ts'
import type { Ports } from '../ports/ports.ts'
import type { Trace } from '../runtime/trace.ts'

const named = ({ chunks, entities, relations }: Counts) => ({
  episodic_count: chunks,
  semantic_entities: entities,
  semantic_relations: relations,
})

export async function stats(
  ports: Ports,
  trace: Trace,
  { namespace, persona }: { namespace: string; persona: string },
) {
  const counts = await trace.step('count', () => ports.memory.count(namespace, persona))
  return {
    ...named(counts.persona),
    models_loaded: ports.models.every((model) => model.loaded),
    namespace: named(counts.namespace),
  }
}
