import { attribute, descendants, type XmlElement } from '../xml/element.ts';

/** Names of the styles that hide what has them: text with no display, and sheets that are not shown. */
export function hiddenStyles(styles: XmlElement): string[] {
  const hidden: string[] = [];
  for (const style of descendants(styles, 'style')) {
    const shown = [...descendants(style, 'text-properties'), ...descendants(style, 'table-properties')];
    const isHidden = shown.some((properties) => /^(?:none|false)$/.test(attribute(properties, 'display') ?? ''));
    const name = attribute(style, 'name');
    if (isHidden && name !== undefined) hidden.push(name);
  }
  return hidden;
}
