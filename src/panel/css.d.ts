/** The bundler turns the import of a stylesheet into dist/panel.css; it has no value. */
declare module '*.css';
