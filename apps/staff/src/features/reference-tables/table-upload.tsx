import { Group, Radio, Stack } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { listTableActions, type TableAction } from '@registry/domain/reference/upload'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { UploadForm } from '../../uploads/upload-form.tsx'
import { ChangedRows } from './changed-rows.tsx'

const actionTexts = {
  APPEND: msg`APPEND: aggiungi righe nuove`,
  CHANGE: msg`CHANGE: cambia righe che ci sono`,
  REPLACE: msg`REPLACE: il file diventa l’intera tabella`,
} as const satisfies Record<TableAction, ReturnType<typeof msg>>

/** Changes a table by a file, after a check that shows every difference (REQ-ADM-04). */
export const TableUpload = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [action, setAction] = useState<TableAction>()
  const [missing, setMissing] = useState(false)
  if (table === undefined) return <Notice status="waiting">{t`Scegli una tabella`}</Notice>
  const actions = listTableActions(table)
  if (actions.length === 0) return <Notice status="waiting">{t`Questa tabella non si cambia con un file`}</Notice>
  return (
    <Stack>
      <Radio.Group
        label={t`Operazione`}
        withAsterisk
        error={missing && action === undefined && <span role="alert">{t`Scegli l’operazione`}</span>}
        value={action ?? null}
        onChange={(selected) => setAction(actions.find((one) => one === selected))}
      >
        <Group gap="lg" mih={36}>
          {actions.map((one) => (
            <Radio key={one} value={one} label={t(actionTexts[one])} />
          ))}
        </Group>
      </Radio.Group>
      <UploadForm
        target={{ path: '/admin/ConfTable', field: 'table_file', fields: { table_name: table, action: action ?? '' } }}
        checkOthers={() => {
          setMissing(true)
          return action !== undefined
        }}
        onStored={() => queryClient.invalidateQueries({ queryKey: trpc.referenceTables.history.queryKey() })}
      >
        {({ difference = [] }, dryRun) => <ChangedRows difference={difference} dryRun={dryRun} />}
      </UploadForm>
    </Stack>
  )
}
