import type { InstalledPackage } from './installed-packages.ts'
import { compareVersions } from './version.ts'

type Event = { readonly introduced: string } | { readonly fixed: string } | { readonly last_affected: string }

/** The part of an advisory in the OSV format (ossf.github.io/osv-schema) that is needed to know whom it concerns. */
export interface Advisory {
  readonly id: string
  readonly summary?: string
  readonly withdrawn?: string
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string }
    readonly ranges?: readonly { readonly type: string; readonly events: readonly Event[] }[]
    readonly versions?: readonly string[]
  }[]
}

export interface Finding {
  readonly package: InstalledPackage
  readonly advisory: Advisory
}

/** Which of the packages have a known weakness, in the version that is installed. */
export function findVulnerable(packages: readonly InstalledPackage[], advisories: readonly Advisory[]): Finding[] {
  const byName = Map.groupBy(packages, ({ name }) => name)
  return advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap((advisory) =>
      (advisory.affected ?? [])
        .filter((affected) => affected.package?.ecosystem === 'npm')
        .flatMap((affected) =>
          (byName.get(affected.package!.name) ?? [])
            .filter(
              ({ version }) =>
                affected.versions?.includes(version) ||
                affected.ranges?.some(({ type, events }) => type === 'SEMVER' && isAffected(version, events)),
            )
            .map((installed) => ({ package: installed, advisory })),
        ),
    )
}

/** Events come in pairs, from where on and up to where; the last one that is not after the version decides. */
function isAffected(version: string, events: readonly Event[]): boolean {
  let affected = false
  for (const event of events) {
    if ('introduced' in event) {
      if (event.introduced === '0' || compareVersions(version, event.introduced) >= 0) affected = true
    } else if ('fixed' in event) {
      if (compareVersions(version, event.fixed) >= 0) affected = false
    } else if (compareVersions(version, event.last_affected) > 0) affected = false
  }
  return affected
}
