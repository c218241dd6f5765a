import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentText } from '@registry/api-contract/consent-texts'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import type { TextSource } from './use-text-source.ts'

type Props = {
  readonly label: string
  readonly text: ConsentText
  readonly value: TextSource
  readonly onChange: (source: TextSource) => void
}

export const SourceChoice = ({ label, text: { draft, versions }, value, onChange }: Props) => {
  const { t } = useLingui()
  const options = [
    ...(draft ? [{ value: 'draft', label: t`Bozza salvata` }] : []),
    ...versions.map(({ version }) => ({ value: String(version), label: t`Versione ${version}` })),
  ]
  return (
    <Select
      className={versioned.choice}
      label={label}
      allowDeselect={false}
      data={options}
      value={String(value)}
      onChange={(chosen) => chosen !== null && onChange(chosen === 'draft' ? 'draft' : Number(chosen))}
    />
  )
}
