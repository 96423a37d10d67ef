/** A fact as it is returned: all but its vectors. */
export const PLAIN_FACT = `r { .id, .key, .persona, .subject, .predicate, .relation, .object, .leaf, .text, .negated, .aspect, .slot, .value,
  .denies, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount, .chunk, .metadata, .abstraction, .members,
  memory: coalesce(r.memory, 0) }`

/** Facts that were merged are few, and found by their own index whatever the planner thinks of that. */
export const MERGED = 'MATCH ()-[r:FACT]->() USING INDEX SEEK r:FACT(namespace, abstraction)'
