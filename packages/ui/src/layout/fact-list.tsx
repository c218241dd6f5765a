import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

type Props = { readonly facts: readonly Fact[]; readonly className?: string | undefined }

/** Names with their values. */
export const FactList = ({ facts, className }: Props) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
