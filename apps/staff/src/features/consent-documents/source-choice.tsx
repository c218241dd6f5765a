import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import type { DocumentSource } from './use-document-source.ts'

type Props = {
  readonly label: string
  readonly document: ConsentDocumentDetail
  readonly value: DocumentSource
  readonly onChange: (source: DocumentSource) => void
}

export const SourceChoice = ({ label, document: { draft, versions }, value, onChange }: Props) => {
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
