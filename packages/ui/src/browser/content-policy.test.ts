import { afterEach, expect, test } from 'vitest'
import { refuseTags, styleNonce } from './content-policy.ts'

afterEach(() => document.head.replaceChildren())

test('text of a style may be assigned as HTML, text with a tag may not', () => {
  expect(refuseTags('.m > * { color: red }')).toBe('.m > * { color: red }')
  for (const text of ['<img src=x onerror=alert(1)>', 'a<b', '</style><script>']) expect(() => refuseTags(text)).toThrow(TypeError)
})

test('the style nonce is the nonce of the page’s meta tag', () => {
  expect(styleNonce()).toBe('')
  const meta = document.createElement('meta')
  meta.name = 'csp-nonce'
  meta.content = 'abc'
  document.head.append(meta)
  expect(styleNonce()).toBe('abc')
})
