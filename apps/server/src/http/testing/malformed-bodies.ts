import type { ErrorCode } from '@registry/domain/error-messages'

/** The field names of all paths. */
const names =
  `action id name description field_list filter_list sql_condition format as_role campo table_name orderby inline username password otp
  oldpassword newpassword centerCode dry_run C_DB_P C_DB_M C_INCIDENTAL C_DB_NO_NOTIFICATION lang locale cognome nome email telefono cellulare identita`.split(
    /\s+/,
  )
const each = (value: unknown, except: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => !except.includes(name)).map((name) => [name, value]))
const boundary = 'part-boundary'
const part = (name: string, value: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
export const form = (pairs: readonly (readonly [string, Buffer | string])[]): Buffer =>
  Buffer.concat([...pairs.map(([name, value]) => part(name, value)), Buffer.from(`--${boundary}--\r\n`)])
export const multipart = `multipart/form-data; boundary=${boundary}`
const urlencoded = 'application/x-www-form-urlencoded'
export const json = 'application/json'
const few = names.slice(0, 9)
const broken = Buffer.from([0x61, 0xff, 0xfe, 0xc3])
const long = 'x'.repeat(2000)

export type Sent = readonly [type: string, body: string | Buffer]
/** The body of each form, and its expected response if that is always the same. */
export const errors: Readonly<Record<string, { readonly sent: readonly Sent[]; readonly answers?: readonly [number, ErrorCode] }>> = {
  'an empty body': {
    sent: [
      [json, ''],
      [json, '{}'],
      [json, 'null'],
      [urlencoded, ''],
      [multipart, form([])],
    ],
  },
  'wrong types': {
    sent: [
      [json, JSON.stringify(each({ deep: [{}] }))],
      [json, JSON.stringify(each(12.5))],
      [json, JSON.stringify(each(true))],
      [json, '[1,2]'],
      [json, '"text"'],
    ],
  },
  'lists for texts': {
    sent: [
      [json, JSON.stringify(each(['a', 'b']))],
      [urlencoded, names.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&')],
      [
        multipart,
        form(
          few.slice(0, 5).flatMap(
            (name) =>
              [
                [name, 'a'],
                [name, 'b'],
              ] as const,
          ),
        ),
      ],
    ],
  },
  'over-long texts': {
    sent: [
      [json, JSON.stringify(each(long))],
      [urlencoded, new URLSearchParams(names.map((name) => [name, long])).toString()],
      [multipart, form(few.map((name) => [name, long]))],
    ],
  },
  'bytes that are no UTF-8': {
    sent: [
      [json, Buffer.concat([Buffer.from('{"username":"'), broken, Buffer.from('"}')])],
      [urlencoded, 'username=%ff%fe&format=json'],
      [urlencoded, Buffer.concat([Buffer.from('username='), broken])],
      [multipart, form([['username', broken]])],
    ],
    answers: [200, 'body_unreadable'],
  },
  'a body that is not what its type says': {
    sent: [
      [json, 'username=a&password=b'],
      [json, form([['username', 'a']])],
      [json, '{"username":'],
      [json, '{"a":1}{"b":2}'],
    ],
    answers: [200, 'body_unreadable'],
  },
  'a form that ends in the middle': {
    sent: [
      [multipart, form([['username', 'a']]).subarray(0, -8)],
      [multipart, 'no form'],
      ['multipart/form-data', form([])],
    ],
  },
  'another content type': {
    sent: [
      ['text/plain', '{}'],
      ['application/xml', '<a/>'],
      ['application/jsonx', '{}'],
      ['', 'x'],
    ],
    answers: [415, 'body_type_wrong'],
  },
  'too large a body': {
    sent: [
      [json, JSON.stringify({ username: 'x'.repeat(300_000) })],
      [urlencoded, `username=${'x'.repeat(300_000)}`],
      [multipart, form([['username', 'x'.repeat(300_000)]])],
    ],
    answers: [413, 'body_too_large'],
  },
}
