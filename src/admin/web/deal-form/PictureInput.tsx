import { useEffect, useRef } from 'react'

const [WIDTH, HEIGHT] = [240, 300]

/** A file of this machine, drawn small: the page may load pictures from our own address only. */
export function PictureInput({ file }: { file: File | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (!file) return
    let isGone = false
    createImageBitmap(file).then(
      (bitmap) => {
        const context = canvas.current?.getContext('2d')
        if (context && !isGone) drawCovering(context, bitmap)
        bitmap.close()
      },
      // What cannot be drawn is judged by the server.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [file])

  return (
    <span className="entry-thumb">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden />
    </span>
  )
}

function drawCovering(context: CanvasRenderingContext2D, bitmap: ImageBitmap) {
  const scale = Math.max(WIDTH / bitmap.width, HEIGHT / bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  context.drawImage(bitmap, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
}
