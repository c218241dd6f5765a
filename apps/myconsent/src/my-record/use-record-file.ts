import type { RecordFile } from '@registry/api-contract/my-record'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** A file of the record: its name without health data, and the call that makes it. */
export type WantedFile = {
  readonly name: string
  readonly type: string
  readonly load: (code: { readonly otp?: string }) => Promise<RecordFile>
}

const decode = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Saves files of the record. A file that needs a fresh code waits for it (REQ-PAT-26). */
export const useRecordFile = () => {
  const [waiting, setWaiting] = useState<WantedFile>()
  const save = useMutation({
    mutationFn: ({ load, otp }: WantedFile & { readonly otp?: string }) => load(otp === undefined ? {} : { otp }),
    ...ownFailures,
    onSuccess: ({ file }, { name, type }) => {
      setWaiting(undefined)
      saveFile(name, new Blob([decode(file)], { type }))
    },
    onError: (error, { otp, name, type, load }) => {
      if (otp === undefined && toRequestError(error).code === 'record_code_required') setWaiting({ name, type, load })
    },
  })
  return {
    save: (file: WantedFile) => save.mutate(file),
    /** Set while a file waits for a code. */
    withCode: waiting && ((otp: string) => save.mutateAsync({ ...waiting, otp })),
    error: waiting ? null : save.error,
    isPending: save.isPending,
  }
}
