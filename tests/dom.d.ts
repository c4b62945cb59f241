// What the type checker takes for granted about our pages: what a selector finds is HTML, maybe a field, a form, a sheet.
interface Found extends HTMLElement {
  value: string;
  checked: boolean;
  open: boolean;
  dateTime: string;
  action: string;
  formAction: string;
  content: DocumentFragment;
  elements: HTMLFormControlsCollection & Record<string, HTMLInputElement>;
  close(): void;
  showModal(): void;
  select(): void;
}
interface ParentNode {
  querySelector<E extends HTMLElement = Found>(selectors: string): E | null;
  querySelectorAll<E extends HTMLElement = Found>(selectors: string): NodeListOf<E>;
}
interface Element {
  style: CSSStyleDeclaration;
  focus(options?: FocusOptions): void;
  closest<E extends HTMLElement = Found>(selectors: string): E | null;
}
interface Document {
  getElementById<E extends HTMLElement = Found>(id: string): E | null;
}
interface EventTarget {
  closest?<E extends HTMLElement = Found>(selectors: string): E | null;
  matches?(selectors: string): boolean;
  value?: string | number;
  id?: string;
  clientHeight?: number;
}
interface Event {
  movementX?: number;
  movementY?: number;
}
interface Node {
  cloneNode(isDeep?: boolean): any;
}
