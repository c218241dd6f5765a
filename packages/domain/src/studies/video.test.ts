import { expect, test } from 'vitest'
import { findVideo, parseVideoAddress } from './video.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtube.com/watch?list=a&v=dQw4w9WgXcQ&t=10', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=tracking', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://player.vimeo.com/video/76979871?h=1', 'https://player.vimeo.com/video/76979871'],
])('plays %s', (address, player) => {
  expect(findVideo(address)?.player).toBe(player)
})

test.each([
  '',
  'dQw4w9WgXcQ',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)//www.youtube.com/watch?v=dQw4w9WgXcQ',
  'data:text/html,<script>alert(1)</script>',
  'https://www.youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://example.org/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@example.org/watch?v=dQw4w9WgXcQ',
  'https://user:password@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://xn--youtube-9ya.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=..%2F..%2Fredirect',
  'https://www.youtube.com/watch?v=a"onload="alert(1)',
  'https://www.youtube.com/redirect?q=https://example.org',
  'https://www.youtube.com/embed/../../redirect',
  'https://vimeo.com/',
  'https://vimeo.com/76979871/../../channels',
  'https://vimeo.com/user123',
  'https://vimeo.com/1234567890123',
  'https://dailymotion.com/video/x1',
])('plays nothing from %j (THREAT-29)', (address) => {
  expect(findVideo(address)).toBeUndefined()
})

test.each(['https://example.org/video.mp4', 'https://video.ospedale.example:8443/a?b=c', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'])(
  'accepts the address of a video %s',
  (address) => {
    expect(parseVideoAddress(address)?.href).toBe(address)
  },
)

test.each([
  '',
  'example.org/video',
  'http://example.org/video',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:password@example.org/video',
])('accepts no address %j (THREAT-29)', (address) => {
  expect(parseVideoAddress(address)).toBeUndefined()
})
