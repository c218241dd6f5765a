import { createUnreachableError, readFileError } from '@registry/ui/file-error.ts'

type Settings = {
  /** The headers of every request of our pages. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly onError: (error: unknown) => void
}

/** Requests that send or receive files, which tRPC does not do. A lost session redirects away from the page, as for tRPC (REQ-API-04, THREAT-61). */
export const createFileCalls = ({ headers, onError }: Settings) => ({
  headers,
  fetch: (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> =>
    fetch(path, { ...init, headers: { ...headers(), ...init.headers } }).catch((error: unknown) => {
      throw error instanceof TypeError ? createUnreachableError() : error
    }),
  /** Reads the error that came instead of a file. */
  readError: async (response: Response, fallback: string): Promise<Error> => {
    const error = await readFileError(response, fallback)
    onError(error)
    return error
  },
})
