import type { Sf36Scores } from '../sf36/scores.ts'

/** The published items: number, code, type, scale, options, recoding, least answers of the scale, mean and deviation of the norm. */
const itemLines = `
1,1,radio,GH,5,1=100;2=75;3=50;4=25;5=0,3,72.21,20.17
2,2,radio,HT,5,1=100;2=75;3=50;4=25;5=0,1,,
3,3a,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
4,3b,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
5,3c,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
6,3d,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
7,3e,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
8,3f,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
9,3g,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
10,3h,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
11,3i,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
12,3j,multi,PF,3,1=0;2=50;3=100,5,84.52,22.89
13,4a,multi,RP,2,1=0;2=100,2,81.20,33.80
14,4b,multi,RP,2,1=0;2=100,2,81.20,33.80
15,4c,multi,RP,2,1=0;2=100,2,81.20,33.80
16,4d,multi,RP,2,1=0;2=100,2,81.20,33.80
17,5a,multi,RE,2,1=0;2=100,2,81.29,33.03
18,5b,multi,RE,2,1=0;2=100,2,81.29,33.03
19,5c,multi,RE,2,1=0;2=100,2,81.29,33.03
20,6,radio,SF,5,1=100;2=75;3=50;4=25;5=0,1,83.60,22.38
21,7,radio,BP,6,1=100;2=80;3=60;4=40;5=20;6=0,1,75.49,23.56
22,8,radio,BP,5,1=100;2=75;3=50;4=25;5=0,1,75.49,23.56
23,9a,multi,VT,6,1=100;2=80;3=60;4=40;5=20;6=0,2,61.05,20.87
24,9b,multi,MH,6,1=0;2=20;3=40;4=60;5=80;6=100,3,74.84,18.01
25,9c,multi,MH,6,1=0;2=20;3=40;4=60;5=80;6=100,3,74.84,18.01
26,9d,multi,MH,6,1=100;2=80;3=60;4=40;5=20;6=0,3,74.84,18.01
27,9e,multi,VT,6,1=100;2=80;3=60;4=40;5=20;6=0,2,61.05,20.87
28,9f,multi,MH,6,1=0;2=20;3=40;4=60;5=80;6=100,3,74.84,18.01
29,9g,multi,VT,6,1=0;2=20;3=40;4=60;5=80;6=100,2,61.05,20.87
30,9h,multi,MH,6,1=100;2=80;3=60;4=40;5=20;6=0,3,74.84,18.01
31,9i,multi,VT,6,1=0;2=20;3=40;4=60;5=80;6=100,2,61.05,20.87
32,10,radio,SF,5,1=0;2=25;3=50;4=75;5=100,1,83.60,22.38
33,11a,multi,GH,5,1=0;2=25;3=50;4=75;5=100,3,72.21,20.17
34,11b,multi,GH,5,1=100;2=75;3=50;4=25;5=0,3,72.21,20.17
35,11c,multi,GH,5,1=0;2=25;3=50;4=75;5=100,3,72.21,20.17
36,11d,multi,GH,5,1=100;2=75;3=50;4=25;5=0,3,72.21,20.17
`

export const publishedSf36Items = itemLines
  .trim()
  .split('\n')
  .map((line) => {
    const [item = '', code = '', type = '', measure = '', options = '', recoding = '', minAnswered = '', mean = '', sd = ''] =
      line.split(',')
    return {
      item: Number(item),
      code,
      type,
      measure,
      options: Number(options),
      /** The recoded value of each option, from the first one. */
      recoded: recoding.split(';').map((step) => Number(step.split('=')[1])),
      minAnswered: Number(minAnswered),
      norm: mean === '' ? undefined : { mean: Number(mean), sd: Number(sd) },
    }
  })

type Sf36Case = {
  readonly title: string
  /** The answers as a program sends them, one for each question. */
  readonly answers: readonly (number | null | readonly (number | null)[])[]
  readonly scores: Sf36Scores
}

/** Worked cases with the scores of the half-scale rule. */
export const sf36Cases: readonly Sf36Case[] = [
  {
    title: 'every item at its best answer',
    answers: [1, 1, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3], [2, 2, 2, 2], [2, 2, 2], 1, 1, 1, [1, 6, 6, 1, 1, 6, 6, 1, 6], 5, [5, 1, 5, 1]],
    scores: { PF: 100.0, RP: 100.0, RE: 100.0, VT: 100.0, MH: 100.0, SF: 100.0, BP: 100.0, GH: 100.0, HT: 100 },
  },
  {
    title: 'every item at its worst answer',
    answers: [5, 5, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1], 5, 6, 5, [6, 1, 1, 6, 6, 1, 1, 6, 1], 1, [1, 5, 1, 5]],
    scores: { PF: 0.0, RP: 0.0, RE: 0.0, VT: 0.0, MH: 0.0, SF: 0.0, BP: 0.0, GH: 0.0, HT: 0 },
  },
  {
    title: 'complete mixed answers',
    answers: [3, 3, [2, 2, 3, 2, 3, 3, 3, 2, 3, 3], [1, 2, 1, 2], [2, 2, 1], 2, 3, 2, [3, 4, 5, 3, 3, 4, 4, 3, 3], 4, [3, 3, 2, 3]],
    scores: { PF: 80.0, RP: 50.0, RE: 66.67, VT: 55.0, MH: 64.0, SF: 75.0, BP: 67.5, GH: 45.0, HT: 50 },
  },
  {
    title: 'missing answers around the half-scale limit',
    answers: [
      null,
      null,
      [null, null, null, null, null, 3, 3, 2, 3, 3],
      [null, null, null, 2],
      [null, 2, 1],
      null,
      3,
      null,
      [3, 4, 5, 3, 3, 4, 4, 3, 3],
      null,
      [null, null, 2, 3],
    ],
    scores: { PF: 90.0, RP: null, RE: 50.0, VT: 55.0, MH: 64.0, SF: null, BP: 60.0, GH: null, HT: null },
  },
  {
    title: 'complete answers of a tired adult with pain',
    answers: [4, 2, [1, 2, 2, 1, 2, 2, 3, 1, 2, 3], [1, 1, 1, 2], [2, 1, 2], 3, 4, 3, [4, 3, 4, 4, 5, 3, 2, 3, 2], 3, [2, 4, 3, 4]],
    scores: { PF: 45.0, RP: 25.0, RE: 66.67, VT: 25.0, MH: 48.0, SF: 50.0, BP: 45.0, GH: 30.0, HT: 75 },
  },
]
