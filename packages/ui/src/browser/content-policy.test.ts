import { afterEach, expect, test } from 'vitest'
import { refuseTags, styleNonce } from './content-policy.ts'

afterEach(() => document.head.replaceChildren())

test('a style’s text may be assigned, a tag may not', () => {
  expect(refuseTags('.m > * { color: red }')).toBe('.m > * { color: red }')
  for (const text of ['<img src=x onerror=alert(1)>', 'a<b', '</style><script>']) expect(() => refuseTags(text)).toThrow(TypeError)
})

test('the nonce is the one the server wrote into the page', () => {
  expect(styleNonce()).toBe('')
  const meta = document.createElement('meta')
  meta.name = 'csp-nonce'
  meta.content = 'abc'
  document.head.append(meta)
  expect(styleNonce()).toBe('abc')
})
