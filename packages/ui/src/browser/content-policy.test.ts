import { afterEach, expect, test } from 'vitest'
import { rejectScripts, rejectTags, styleNonce } from './content-policy.ts'

afterEach(() => document.head.replaceChildren())

test('text of a style may be assigned as HTML, text with a tag may not', () => {
  expect(rejectTags('.m > * { color: red }')).toBe('.m > * { color: red }')
  for (const text of ['<img src=x onerror=alert(1)>', 'a<b', '</style><script>']) expect(() => rejectTags(text)).toThrow(TypeError)
})

test('only the service worker is a script with an address', () => {
  expect(rejectScripts('/service-worker.js')).toBe('/service-worker.js')
  for (const address of ['//evil.example/service-worker.js', '/service-worker.js?x', 'data:,alert(1)', '/assets/a.js'])
    expect(() => rejectScripts(address)).toThrow(TypeError)
})

test('the style nonce is the nonce of the page’s meta tag', () => {
  expect(styleNonce()).toBe('')
  const meta = document.createElement('meta')
  meta.name = 'csp-nonce'
  meta.content = 'abc'
  document.head.append(meta)
  expect(styleNonce()).toBe('abc')
})
