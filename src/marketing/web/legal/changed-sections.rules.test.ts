import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { changedSections } from './ChangedSections.tsx'

const p = (...words: string[]) => createElement('p', {}, ...words)
const li = (words: string) => createElement('li', {}, words)
const Company = () => 'Nouveau'

const section = (id: string, ...body: ReturnType<typeof p>[]) => ({
  id,
  title: id,
  body: createElement(Fragment, {}, ...body),
})

const drawn = (...sections: Parameters<typeof changedSections>) =>
  changedSections(...sections).map(({ id, body }) => ({
    id,
    html: renderToStaticMarkup(body).replaceAll(/ class="[^"]*"/g, ''),
  }))

test('of two versions only the sections that differ are shown, with what is gone and what is new', () => {
  const same = section('trial', p('Three days are free.'))
  const before = [same, section('money', p('It costs $97 a year.'), p('You may leave.'))]
  const after = [same, section('money', p('It costs $99 a year.'), p('You may leave.'))]
  expect(drawn(before, after)).toEqual([
    {
      id: 'money',
      html:
        '<div><p>It costs <del><span>Gone: </span>$97 </del><ins><span>New: </span>$99 </ins>a year.</p>' +
        '<p>You may leave.</p></div>',
    },
  ])
  expect(drawn(before, before)).toEqual([])
})

test('a section and an entry of a list that came or went are shown whole', () => {
  const list = (...entries: string[]) => createElement('ul', {}, ...entries.map(li))
  const before = [section('old', p('Gone soon.')), section('kept', list('One', 'Two'))]
  const after = [section('kept', list('One', 'Two', 'Three')), section('young', p('Just here.'))]
  const [old, kept, young] = drawn(before, after)
  expect(old?.html).toContain('<del><span>Gone: </span>Gone soon.</del>')
  expect(kept?.html).toBe(
    '<div><p>One</p><p>Two</p><p><ins><span>New: </span>Three</ins></p></div>',
  )
  expect(young?.html).toContain('<ins><span>New: </span>Just here.</ins>')
})

test('what has no words of its own is drawn as it is, and the same by what it is given', () => {
  const by = (who: string) =>
    section('who', createElement('p', {}, 'By ', createElement(Company, { key: who }), '.'))
  expect(drawn([by('a')], [by('b')])).toEqual([])
  const [changed] = drawn([section('who', p('By us.'))], [by('a')])
  expect(changed?.html).toContain('<ins><span>New: </span>Nouveau.</ins>')
})
