import { Anchor } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { findFileName, isFile } from '@registry/ui/file-error.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shell } from '../app/shell.ts'

/** A link to a file of the server. A plain link would save an error as the file, or show it as a page (REQ-API-04). */
export const DownloadLink = ({ path, children }: { readonly path: string; readonly children: ReactNode }) => {
  const { t } = useLingui()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await shell.files.fetch(path)
      if (!isFile(response)) throw await shell.files.readError(response, t`Errore lato server`)
      saveFile(findFileName(response), await response.blob())
    },
  })
  return (
    <Anchor component="button" type="button" inherit disabled={isPending} onClick={() => mutate()}>
      {children}
    </Anchor>
  )
}
