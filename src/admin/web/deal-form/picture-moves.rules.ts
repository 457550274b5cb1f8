import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'

/** What a screen reader says while a picture is moved, by places: pictures have no names. */
export function announceMoves(ids: string[]): Announcements {
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    onDragStart: ({ active }) => `Picture ${place(active.id)} is taken up.`,
    onDragOver: ({ over }) => (over ? `It is over place ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) =>
      over ? `The picture is now at place ${place(over.id)}.` : 'The picture is where it was.',
    onDragCancel: () => 'The picture is where it was.',
  }
}
